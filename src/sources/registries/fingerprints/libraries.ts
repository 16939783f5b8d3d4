// Technologies: script libraries, styles and fonts.

/** Rows in the format of `rows.ts`. */
export const LIBRARIES = String.raw`
jQuery | 59 | jquery.com | cpe=jquery:jquery | script=jquery[-/@.]([\d.]+\d)[^/?]{0,40}(?:/jquery)?(?:\.slim)?(?:\.min)?\.js
| script=/jquery(?:\.slim)?(?:[.-]min)?\.js(?:\?v(?:er)?=([\d.]+))?
jQuery Migrate | 59 | github.com/jquery/jquery-migrate | script=jquery-migrate(?:[-.]([\d.]+\d))?(?:\.min)?\.js(?:\?ver=([\d.]+))?
| > jQuery
jQuery UI | 59 | jqueryui.com | cpe=jquery:jquery_ui | script=jquery-?ui[-/@]([\d.]+\d) | script=jquery[.-]ui(?:\.custom)?(?:\.min)?\.js
| script=/jquery/ui/core(?:\.min)?\.js\?ver=([\d.]+) | > jQuery
jQuery Form | 59 | github.com/jquery-form/form | script=/jquery\.form(?:\.min)?\.js | > jQuery
jQuery Cookie | 59 | github.com/carhartl/jquery-cookie | script=/jquery\.cookie(?:\.min)?\.js | > jQuery
jQuery Validation | 59 | jqueryvalidation.org | script=/jquery\.validate(?:\.min)?\.js | library=jquery-validate
| library=jquery-validation | > jQuery
jQuery Modal | 59 | jquerymodal.com | script=/jquery\.modal(?:\.min)?\.js | > jQuery
Zepto | 59 | zeptojs.com | library=zepto
Cash | 59 | github.com/fabiospampinato/cash | library=cash-dom
Lodash | 59 | lodash.com | cpe=lodash:lodash | script=lodash[/@.-]([\d.]+\d) | library=lodash
Underscore.js | 59 | underscorejs.org | library=underscore
Ramda | 59 | ramdajs.com | library=ramda
Axios | 59 | axios-http.com | library=axios
Modernizr | 59 | modernizr.com | script=/modernizr[^/?]{0,40}\.js | script=modernizr[/@-]([\d.]+\d)
Moment.js | 59 | momentjs.com | library=moment | library=moment.js | script=/moment-with-locales
Moment Timezone | 59 | momentjs.com/timezone | library=moment-timezone | script=/moment-timezone-with-data | > Moment.js
Day.js | 59 | day.js.org | library=dayjs
Luxon | 59 | moment.github.io/luxon | library=luxon
date-fns | 59 | date-fns.org | library=date-fns
Flatpickr | 59 | flatpickr.js.org | library=flatpickr | style=flatpickr
core-js | 59 | github.com/zloirock/core-js | library=core-js | library=core-js-bundle | library=wp-polyfill
Polyfill | 59 | github.com/polyfillpolyfill | script=polyfill\.io/|polyfill-fastly|/polyfill(?:\.min)?\.js
| host=cdnjs.cloudflare.com/polyfill
Babel | 59 | babeljs.io | script=/(?:babel(?:\.min)?|browser-polyfill)\.js | library=babel-polyfill
RxJS | 12 | rxjs.dev | library=rxjs | library=rx.all
Socket.io | 12 | socket.io | script=/socket\.io(?:\.min|\.slim)?\.js | library=socket.io | > Node.js
SignalR | 59 | dotnet.microsoft.com/apps/aspnet/signalr | script=/(?:jquery\.)?signalr(?:[-.]([\d.]+\d))?(?:\.min)?\.js
| > Microsoft ASP.NET
Pusher | 59 | pusher.com | host=js.pusher.com
Handlebars | 12 | handlebarsjs.com | library=handlebars | dom=script[type="text/x-handlebars-template"]
Mustache | 12 | github.com/janl/mustache.js | library=mustache
GSAP | 59 | gsap.com | library=gsap | script=/(?:tweenmax|tweenlite|scrolltrigger)(?:\.min)?\.js
Anime.js | 59 | animejs.com | library=anime | library=animejs
Velocity | 59 | velocityjs.org | library=velocity | library=velocity-animate
ScrollMagic | 59 | scrollmagic.io | library=scrollmagic
ScrollReveal | 59 | scrollrevealjs.org | library=scrollreveal
AOS | 59 | michalsnik.github.io/aos | library=aos | style=aos | dom=[data-aos]
WOW | 59 | wowjs.uk | library=wow
Animate.css | 66 | animate.style | style=animate
Locomotive Scroll | 59 | locomotivemtl.github.io/locomotive-scroll | library=locomotive-scroll | dom=[data-scroll-container]
Lenis | 59 | lenis.darkroom.engineering | library=lenis | dom=html.lenis
Barba.js | 59 | barba.js.org | library=barba | dom=[data-barba]
Lottie | 59 25 | airbnb.io/lottie | library=lottie | library=lottie-player | dom=lottie-player | library=bodymovin
Three.js | 25 | threejs.org | library=three | script=three(?:\.js)?[/@]r?([\d.]+) | script=/three\.module\.js
Babylon.js | 25 | www.babylonjs.com | host=cdn.babylonjs.com | library=babylon
PixiJS | 25 | pixijs.com | library=pixi
p5.js | 25 | p5js.org | library=p5
particles.js | 25 | vincentgarreau.com/particles.js | library=particles | library=tsparticles | dom=#particles-js
D3 | 25 | d3js.org | script=\bd3(?:\.v(\d+))?(?:\.min)?\.js | script=\bd3@([\d.]+)
Chart.js | 25 | www.chartjs.org | library=chart | library=chart.js | script=/chart\.js[/@]([\d.]+)
Highcharts | 25 | www.highcharts.com | host=code.highcharts.com | library=highcharts
ECharts | 25 | echarts.apache.org | library=echarts
ApexCharts.js | 25 | apexcharts.com | library=apexcharts
Plotly | 25 | plotly.com | library=plotly | host=cdn.plot.ly
amCharts | 25 | www.amcharts.com | host=cdn.amcharts.com | host=www.amcharts.com | library=amcharts
Google Charts | 25 | developers.google.com/chart | script=gstatic\.com/charts/|google\.com/jsapi
MathJax | 25 | www.mathjax.org | library=mathjax | script=/mathjax[^ ]{0,60}/(?:mathjax|tex-[a-z-]{2,20})\.js
KaTeX | 25 | katex.org | library=katex | style=katex
Mermaid | 25 | mermaid.js.org | library=mermaid
Snap.svg | 25 | snapsvg.io | library=snap.svg
Raphael | 25 | dmitrybaranovskiy.github.io/raphael | library=raphael
Prism | 59 | prismjs.com | library=prism | style=prism
Highlight.js | 59 | highlightjs.org | library=highlight | script=highlight\.js[/@]([\d.]+)
CodeMirror | 20 | codemirror.net | library=codemirror | style=codemirror
Monaco Editor | 20 | microsoft.github.io/monaco-editor | script=monaco-editor[@/]([\d.]+)
CKEditor | 24 | ckeditor.com | library=ckeditor | script=cdn\.ckeditor\.com/(?:ckeditor5/)?([\d.]+)
TinyMCE | 24 | www.tiny.cloud | library=tinymce | host=cdn.tiny.cloud | script=/tiny_?mce(?:\.min)?\.js
Quill | 24 | quilljs.com | library=quill | style=quill.snow
Trix | 24 | trix-editor.org | dom=trix-editor | library=trix
Swiper | 59 | swiperjs.com | library=swiper | style=swiper
Slick | 59 | kenwheeler.github.io/slick | library=slick | style=slick | dom=.slick-slider | > jQuery
Owl Carousel | 59 | owlcarousel2.github.io | script=owl\.carousel(?:\.min)?\.js | link=owl\.carousel(?:\.min)?\.css | dom=.owl-carousel
| > jQuery
Splide | 59 | splidejs.com | library=splide | style=splide | dom=.splide__track
Glide.js | 59 | glidejs.com | library=glide | dom=.glide__track
Flickity | 59 | flickity.metafizzy.co | library=flickity | style=flickity
FlexSlider | 59 | www.woothemes.com/flexslider | script=jquery\.flexslider | library=flexslider | > jQuery
bxSlider | 59 | bxslider.com | script=jquery\.bxslider | > jQuery
Nivo Slider | 59 | github.com/Codeinwp/Nivo-Slider-jQuery | script=jquery\.nivo\.slider | > jQuery
Embla Carousel | 59 | www.embla-carousel.com | library=embla-carousel
Isotope | 59 | isotope.metafizzy.co | library=isotope
Masonry | 59 | masonry.desandro.com | library=masonry
imagesLoaded | 59 | imagesloaded.desandro.com | library=imagesloaded
lazysizes | 59 92 | github.com/aFarkas/lazysizes | library=lazysizes | dom=img.lazyloaded ~50
Lozad.js | 59 92 | apoorv.pro/lozad.js | library=lozad
vanilla-lazyload | 59 92 | github.com/verlok/vanilla-lazyload | library=lazyload | library=vanilla-lazyload
instant.page | 59 92 | instant.page | script=instant\.page/|/instantpage | host=instant.page
Fancybox | 59 | fancyapps.com | script=jquery\.fancybox | library=fancybox | dom=[data-fancybox]
Lightbox | 59 | lokeshdhakar.com/projects/lightbox2 | library=lightbox | library=lightbox2 | dom=[data-lightbox]
Magnific Popup | 59 | dimsemenov.com/plugins/magnific-popup | script=magnific-popup | link=magnific-popup | > jQuery
PhotoSwipe | 59 7 | photoswipe.com | library=photoswipe | style=photoswipe
GLightbox | 59 | biati-digital.github.io/glightbox | library=glightbox | style=glightbox
prettyPhoto | 59 | www.no-margin-for-errors.com | script=prettyphoto | link=prettyphoto | > jQuery
Select2 | 59 | select2.org | library=select2 | style=select2 | > jQuery
Chosen | 59 | harvesthq.github.io/chosen | script=chosen\.jquery | > jQuery
DataTables | 59 | datatables.net | script=jquery\.datatables | library=datatables | host=cdn.datatables.net | > jQuery
Typeahead.js | 59 | twitter.github.io/typeahead.js | library=typeahead | script=typeahead\.bundle | > jQuery
SweetAlert2 | 59 | sweetalert2.github.io | library=sweetalert2
SweetAlert | 59 | sweetalert.js.org | library=sweetalert
Toastr | 59 | codeseven.github.io/toastr | library=toastr | style=toastr | > jQuery
Popper | 59 | popper.js.org | library=popper | library=popper.js
Tippy.js | 59 | atomiks.github.io/tippyjs | library=tippy | library=tippy.js
Hammer.js | 59 | hammerjs.github.io | library=hammer
FingerprintJS | 83 | fingerprint.com | library=fingerprint2 | library=fp.min | script=fingerprintjs[@/]([\d.]+) | host=fpjscdn.net
| host=openfpcdn.io
Clipboard.js | 59 | clipboardjs.com | library=clipboard
Headroom.js | 59 | wicky.nillia.ms/headroom.js | library=headroom
FullCalendar | 59 | fullcalendar.io | library=fullcalendar | style=fullcalendar
Dropzone | 59 | www.dropzone.dev | library=dropzone
FilePond | 59 | pqina.nl/filepond | library=filepond
SortableJS | 59 | sortablejs.github.io/Sortable | library=sortable | library=sortablejs
SockJS | 59 | github.com/sockjs | library=sockjs
web-vitals | 59 78 | github.com/GoogleChrome/web-vitals | library=web-vitals
Workbox | 59 | developer.chrome.com/docs/workbox | script=workbox-(?:sw|window)|workbox-cdn/releases/([\d.]+)
LoadCSS | 59 92 | github.com/filamentgroup/loadCSS | library=loadcss | library=cssrelpreload
HTML5 Shiv | 59 | github.com/aFarkas/html5shiv | library=html5shiv | library=html5 | script=html5shiv
Respond.js | 59 | github.com/scottjehl/Respond | library=respond
SWFObject | 19 | github.com/swfobject/swfobject | library=swfobject
Bootstrap | 66 | getbootstrap.com | cpe=getbootstrap:bootstrap | script=bootstrap[/@-]v?([\d.]+\d) | library=bootstrap
| link=bootstrap[/@-]v?([\d.]+\d) | link=/bootstrap(?:\.min)?\.css(?:\?ver=([\d.]+))? | dom=[data-bs-toggle]
Bootstrap Icons | 17 | icons.getbootstrap.com | link=bootstrap-icons(?:@([\d.]+))?
Tailwind CSS | 66 | tailwindcss.com | script=cdn\.tailwindcss\.com(?:/([\d.]+))? | link=tailwindcss[@/]([\d.]+) | style=tailwind
| html=--tw-(?:ring|shadow|translate) ~80 | script=@tailwindcss/browser@([\d.]+)
daisyUI | 66 | daisyui.com | link=daisyui[@/]([\d.]+) | > Tailwind CSS
Flowbite | 66 | flowbite.com | library=flowbite | style=flowbite | > Tailwind CSS
Headless UI | 66 | headlessui.com | dom=[id^="headlessui-"] | dom=[data-headlessui-state]
Radix UI | 66 | www.radix-ui.com | dom=[id^="radix-"] | dom=[data-radix-popper-content-wrapper] | > React
Material UI | 66 | mui.com | dom=[class*="MuiBox-root"] | dom=[class*="MuiButtonBase-root"] | dom=[class*="MuiTypography-root"] | > React
Chakra UI | 66 | chakra-ui.com | dom=[class^="chakra-"] | html=--chakra-(?:colors|ui) | > React
Ant Design | 66 | ant.design | dom=[class^="ant-layout"] | dom=[class^="ant-btn"] | style=antd | library=antd
Emotion | 59 47 | emotion.sh | dom=style[data-emotion] | dom=[data-emotion-css]
styled-components | 59 47 | styled-components.com | dom.data-styled-version=style[data-styled-version] => ^([\d.]+)
| dom=style[data-styled] | > React
Bulma | 66 | bulma.io | style=bulma
Foundation | 66 | get.foundation | library=foundation | style=foundation
UIKit | 66 | getuikit.com | library=uikit | style=uikit | dom=[uk-grid] | dom=[uk-navbar]
Semantic UI | 66 | semantic-ui.com | library=semantic | style=semantic
Materialize CSS | 66 | materializecss.com | library=materialize | style=materialize
Material Design Lite | 66 | getmdl.io | library=material | style=material.indigo-pink | dom=.mdl-layout
Pure CSS | 66 | purecss.io | link=/pure(?:-min)?\.css|purecss[@/] | dom=.pure-menu
Skeleton | 66 | getskeleton.com | style=skeleton
Milligram | 66 | milligram.io | style=milligram
Pico CSS | 66 | picocss.com | style=pico | link=@picocss/pico
Spectre.css | 66 | picturepan2.github.io/spectre | style=spectre
Layui | 66 | layui.dev | library=layui | style=layui
YAML | 66 | www.yaml.de | link=/yaml/core/
AdminLTE | 66 | adminlte.io | library=adminlte | style=adminlte | > Bootstrap
Shoelace | 66 | shoelace.style | script=@shoelace-style/shoelace@([\d.]+) | dom=sl-button
Primer | 66 | primer.style | link=github\.githubassets\.com/assets/primer
Carbon Design System | 66 | carbondesignsystem.com | dom=[class^="bx--"] ~80 | dom=[class^="cds--"] ~80
U.S. Web Design System | 66 | designsystem.digital.gov | library=uswds | style=uswds | dom=.usa-banner
GOV.UK Frontend | 66 | frontend.design-system.service.gov.uk | dom=.govuk-template | dom=.govuk-frontend-supported | dom=[class^="govuk-"]
normalize.css | 66 | necolas.github.io/normalize.css | style=normalize
Font Awesome | 17 | fontawesome.com | host=kit.fontawesome.com | host=use.fontawesome.com | script=font-?awesome[/@]v?([\d.]+\d)
| link=font-?awesome[/@]v?([\d.]+\d) | link=font-?awesome(?:\.min)?\.css | dom=i.fas ~80 | dom=i.fab ~80 | dom=i.fa ~60
| dom=svg.svg-inline--fa
Google Font API | 17 | fonts.google.com | host=fonts.googleapis.com | host=fonts.gstatic.com | library=webfont
Material Icons | 17 | fonts.google.com/icons | link=fonts\.googleapis\.com/(?:icon|css2)\?family=material[+ ](?:icons|symbols)
Adobe Fonts | 17 | fonts.adobe.com | host=use.typekit.com | host=use.typekit.net | host=p.typekit.net
MyFonts | 17 | www.myfonts.com | host=hello.myfonts.net | link=/mywebfontskit|/webfonts/[^ ]{0,40}myfonts ~80
Fonts.com | 17 | www.fonts.com | host=fast.fonts.net | host=fast.fonts.com
Cloud.typography | 17 | www.typography.com | host=cloud.typography.com
Ionicons | 17 | ionic.io/ionicons | library=ionicons | style=ionicons
Bunny Fonts | 17 | fonts.bunny.net | host=fonts.bunny.net
Fontshare | 17 | www.fontshare.com | host=api.fontshare.com
Twemoji | 17 | github.com/jdecked/twemoji | library=twemoji | inline=wpemojiSettings ~60
WordPress Dashicons | 17 | developer.wordpress.org/resource/dashicons | style=dashicons | > WordPress
Boxicons | 17 | boxicons.com | style=boxicons
Remix Icon | 17 | remixicon.com | style=remixicon
`;
